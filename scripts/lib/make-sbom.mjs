import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const licenseFactory = new Contrib.License.Factories.LicenseFactory();

/**
 * The bill of materials as CycloneDX 1.6 JSON: the packages of the repository, everything that the lockfile installs with
 * its hash and licence, and who needs whom. What only building and testing needs has the scope `excluded`. The same
 * lockfile gives the same bytes: it holds no time and no serial number.
 */
export function makeSbom({ importers, installed }, licenses) {
  const bom = new Models.Bom();
  const root = importers.find(({ path }) => path === '.');
  const application = new Models.Component(Enums.ComponentType.Application, root.name, {
    bomRef: `${root.name}@${root.version}`,
    version: root.version,
    purl: purlOf(root.name, root.version),
  });
  bom.metadata.component = application;
  const components = new Map(installed.map((entry) => [entry.id, componentOf(entry, licenses.get(entry.id))]));
  const own = new Map(
    importers.filter((importer) => importer !== root).map((importer) => [importer.path, ownOf(importer)]),
  );
  for (const component of [...own.values(), ...components.values()]) bom.components.add(component);
  for (const { id, dependencies } of installed) link(components.get(id), dependencies, components);
  for (const importer of importers) {
    const component = own.get(importer.path) ?? application;
    link(component, [...importer.dependencies, ...importer.devDependencies], components);
    link(component, importer === root ? own.keys() : importer.links, own);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function ownOf({ path, name, version }) {
  const isApp = path.startsWith('apps/');
  const component = new Models.Component(isApp ? Enums.ComponentType.Application : Enums.ComponentType.Library, name, {
    bomRef: `${name}@${version}`,
    version,
    scope: /^(?:apps|packages)\//.test(path) ? Enums.ComponentScope.Required : Enums.ComponentScope.Excluded,
  });
  component.licenses.add(licenseFactory.makeFromString('Apache-2.0'));
  return component;
}

function componentOf({ id, name, version, integrity, isShipped }, license) {
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: id,
    version,
    purl: purlOf(name, version),
    scope: isShipped ? Enums.ComponentScope.Required : Enums.ComponentScope.Excluded,
  });
  const [algorithm, hash] = (integrity ?? '').split('-');
  if (algorithm === 'sha512')
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex'));
  // Packages for other systems are in the lockfile and not on this disk, so their licence is unknown here.
  if (license !== undefined && license !== 'Unknown') component.licenses.add(licenseFactory.makeFromString(license));
  return component;
}

function purlOf(name, version) {
  return `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;
}

function link(component, ids, components) {
  for (const id of ids) {
    const dependency = components.get(id);
    if (dependency !== undefined) component.dependencies.add(dependency.bomRef);
  }
}

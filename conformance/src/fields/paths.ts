// Accounts as trees of named leaves. A list is one path with `[]`, so that `curve.points[].rate` names eleven leaves.

type Path = string;

/** Every leaf path of a decoded account, in the order of first sight. */
export function leafPaths(tree: unknown): Set<Path> {
  const paths = new Set<Path>();
  collect(tree, '', paths);
  return paths;
}

function collect(node: unknown, path: Path, paths: Set<Path>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, `${path}[]`, paths);
  } else if (isBranch(node)) {
    for (const [name, child] of Object.entries(node)) collect(child, path === '' ? name : `${path}.${name}`, paths);
  } else {
    paths.add(path);
  }
}

// Big numbers of the SDK and bytes are leaves, though they are objects.
function isBranch(node: unknown): node is object {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return false;
  return !('words' in node && 'negative' in node);
}

/** The leaves at a path: one without `[]` in it, else all of the list (or lists) in order. Throws where there is none. */
export function readLeaves(tree: unknown, path: Path): unknown[] {
  let nodes: unknown[] = [tree];
  for (const step of path.split('.')) {
    const isList = step.endsWith('[]');
    const name = isList ? step.slice(0, -2) : step;
    nodes = nodes.map((node) => namedChild(node, name, path));
    if (isList) nodes = nodes.flat();
  }
  return nodes;
}

function namedChild(node: unknown, name: string, path: Path): unknown {
  const found: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  if (found === undefined) throw new TypeError(`no ${name} of ${path}`);
  return found;
}

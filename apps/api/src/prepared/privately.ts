import type { PreparedResource, RawHeaders, Representation } from './prepared-resource.ts';

/** The same resource for one caller: the caller's own cache may keep it, one that is shared with others may not. */
export function privately(resource: PreparedResource): PreparedResource {
  return {
    lastModifiedSeconds: resource.lastModifiedSeconds,
    representation: (encoding) => {
      const made = resource.representation(encoding);
      return made instanceof Promise ? made.then(toPrivate) : toPrivate(made);
    },
    compressAll: () => resource.compressAll(),
  };
}

function toPrivate(representation: Representation): Representation {
  return {
    ...representation,
    headers: withPrivate(representation.headers),
    notModifiedHeaders: withPrivate(representation.notModifiedHeaders),
  };
}

function withPrivate(headers: RawHeaders): RawHeaders {
  return headers.map((text, index) =>
    headers[index - 1] === 'Cache-Control' && index % 2 === 1 ? text.replace(/\bpublic\b/, 'private') : text,
  );
}

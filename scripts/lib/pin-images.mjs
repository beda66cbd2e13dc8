/** An image by its version, with or without a digest, where a compose file or a Dockerfile names one. Ours is built here. */
const IMAGE =
  /^(?<before>\s*image: |FROM )(?<image>(?!tidemark:)[a-z0-9./-]+:[\w.-]*\d[\w.-]*)(?:@sha256:[0-9a-f]{64})?(?<after>\s.*)?$/gm;

/** The text with the digest of each image behind its version, in place of one that it may have. `digestOf`: name:version → sha256:… */
export function pinImages(text, digestOf) {
  return text.replace(IMAGE, (_line, before, image, after = '') => `${before}${image}@${digestOf(image)}${after}`);
}

/** Images that the text names, without digests. */
export function imagesIn(text) {
  return [...text.matchAll(IMAGE)].map(({ groups }) => groups?.image ?? '');
}

// Pictures from Synod, made safe and ready to be animated: parsed, without style sheets and anything that runs.

const FORBIDDEN = new Set(['script', 'style', 'foreignobject', 'iframe', 'a', 'use', 'image', 'animate', 'set']);

/** Parses a picture. Null if it is none. */
export function parsePicture(text: string): SVGSVGElement | null {
  // A style sheet in a text that is parsed would be refused by the policy of the page, aloud.
  const plain = text.replace(/<style>[^<]*<\/style>/g, '');
  const parsed = new DOMParser().parseFromString(plain, 'image/svg+xml');
  const root = parsed.documentElement;
  if (root.localName !== 'svg') return null;
  for (const element of [...root.querySelectorAll('*')]) {
    if (FORBIDDEN.has(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const { name } of [...element.attributes]) {
      if (/^on/i.test(name) || /href$/i.test(name) || name === 'style') element.removeAttribute(name);
    }
  }
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

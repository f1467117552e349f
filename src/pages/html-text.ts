/** A paragraph, or a list of texts. */
type Block = { text: string; items: null } | { text: null; items: string[] };

const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi;
/** Elements that begin a new line. Others, such as `strong`, do not. */
const BREAKS = new Set(
  'address article blockquote br dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);

/**
 * The text of a piece of HTML, as paragraphs and lists, because pages show catalogue texts without HTML. The result must be
 * escaped like any other text.
 */
export function textBlocks(html: string | null): Block[] {
  const blocks: Block[] = [];
  let inItem = false;
  const add = (piece: string): void => {
    const text = decoded(piece).replace(/\s+/g, ' ').trim();
    if (text === '') return;
    const last = blocks.at(-1);
    if (!inItem) blocks.push({ text, items: null });
    else if (last?.items) last.items.push(text);
    else blocks.push({ text: null, items: [text] });
  };

  const visible = (html ?? '').replace(HIDDEN, '');
  let line = '';
  let from = 0;
  for (const { 0: tag, 1: closing, 2: name, index } of visible.matchAll(TAG)) {
    line += visible.slice(from, index);
    from = index + tag.length;
    const element = name.toLowerCase();
    if (!BREAKS.has(element)) continue;
    add(line);
    line = '';
    if (element === 'li') inItem = closing === '';
    else if (element === 'ul' || element === 'ol') inItem = false;
  }
  add(line + visible.slice(from));
  return blocks;
}

/** The entities of the characters 160 to 255, in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Common entities. Others are left as they are. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    euro: '€',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    hellip: '…',
    trade: '™',
  }),
]);

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d{0,2}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name)) ?? entity;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}

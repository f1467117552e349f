import { DEFAULT_ACCENT, escapedHtml, type Font, FONTS, paletteOf, type Scheme } from '#libs/look';
import { isDocument } from './mail-html.rules';
import type { Wording } from './wording';

/** What the layout shows of a fan club. Null: the look of the service. */
export interface MailLook {
  readonly name: string;
  readonly siteUrl: string;
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly font: Font | null;
}

/** HTML with its own colours, which may be unreadable on a dark ground. */
const COLORED = /<style\b|<[^>]*\s(?:style|bgcolor|color)\s*=/i;

/** The mail in the look of its fan club. HTML that is a whole document stays as it is. */
export function withLayout(mail: Wording, look: MailLook): Wording {
  return isDocument(mail.html) ? mail : { ...mail, html: documentOf(mail, look) };
}

/** Styles are inline, because some mail programs drop style sheets. The style sheet has only what cannot be inline: the dark form. */
function documentOf(
  { subject, html }: Wording,
  { name, siteUrl, logoUrl, accentColor, font }: MailLook,
): string {
  const { fill, onFill, light, dark } = paletteOf(accentColor ?? DEFAULT_ACCENT);
  const forms = COLORED.test(html) ? 'light' : 'light dark';
  const fonts = FONTS[font ?? 'system'];
  const label =
    logoUrl === null
      ? escapedHtml(name)
      : `<img src="${escapedHtml(logoUrl)}" alt="${escapedHtml(name)}" height="40" style="display:block;height:40px;max-width:100%;padding:8px 12px;border-radius:6px;background:#ffffff;color:#1c1e23">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${forms}">
<meta name="supported-color-schemes" content="${forms}">
<title>${escapedHtml(subject)}</title>
<style>
:root{color-scheme:${forms}}
${forms === 'light' ? '' : darkForm(dark, onFill)}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:${light.page};color:${light.ink};font-family:${fonts};font-size:16px;line-height:1.5">
<div class="ticket" style="max-width:560px;margin:0 auto;border:1px solid ${light.edge};border-radius:12px;overflow:hidden;background:${light.card}">
<div class="stub" style="padding:20px 28px;background:${fill};border-bottom:6px dotted ${light.page}"><a href="${escapedHtml(siteUrl)}" style="display:inline-block;max-width:100%;color:${onFill};font-size:20px;font-weight:bold;line-height:1.2;text-decoration:none">${label}</a></div>
<div style="padding:28px 28px 12px;overflow-wrap:anywhere">
${styled(html, light, fill, onFill)}
</div>
</div>
</body>
</html>
`;
}

const darkForm = (dark: Scheme, onFill: string): string => `@media (prefers-color-scheme:dark){
.ground{background:${dark.page}!important;color:${dark.ink}!important}
.ticket{background:${dark.card}!important;border-color:${dark.edge}!important}
.stub{border-bottom-color:${dark.page}!important}
a{color:${dark.link}!important}
.stub a,a.button{color:${onFill}!important}
a.button{border-color:${dark.link}!important}
.quiet{color:${dark.quiet}!important}
td{border-color:${dark.edge}!important}
}
`;

/** Adds the styles of links, buttons, small print and receipts to tags without their own. Values of variables contain no tags. */
function styled(html: string, { link, quiet, edge }: Scheme, fill: string, onFill: string): string {
  const styles: Readonly<Record<string, string>> = {
    a: `color:${link}`,
    'a.button': `display:inline-block;padding:12px 24px;border:1px solid ${link};border-radius:6px;background:${fill};color:${onFill};font-weight:bold;text-decoration:none`,
    p: 'margin:0 0 16px',
    'p.quiet': `margin:0 0 16px;color:${quiet};font-size:14px`,
    'table.rows': 'width:100%;margin:0 0 20px;border-collapse:collapse',
    // `anywhere` would break its words on a phone, although the value beside it can wrap.
    td: `padding:8px 0;border-bottom:2px dashed ${edge};vertical-align:baseline;overflow-wrap:break-word`,
    'td.sum': `padding:8px 0 8px 16px;border-bottom:2px dashed ${edge};vertical-align:baseline;text-align:right;font-weight:bold`,
  };
  return html.replace(/<([a-z]+)\b([^>]*)>/g, (tag, name: string, attributes: string) => {
    const [, kind] = /\sclass="(\w+)"/.exec(attributes) ?? [];
    const style = styles[kind === undefined ? name : `${name}.${kind}`] ?? styles[name];
    return style === undefined || /\sstyle\s*=/.test(attributes)
      ? tag
      : `<${name} style="${style}"${attributes}>`;
  });
}

const SAFE = ['http:', 'https:', 'mailto:', 'tel:'];

/** Whether a link may have this address. Addresses such as `javascript:…` run scripts of whoever wrote them. */
export function isSafeUrl(address: string): boolean {
  try {
    // Parsed as browsers parse it: they ignore tabs, line breaks and leading spaces. Relative addresses are safe.
    return SAFE.includes(new URL(address, 'https://page.invalid').protocol);
  } catch {
    return false;
  }
}

const URL_ATTRIBUTES = /^(href|src|action|formaction|poster|cite|data|background|ping|srcset|xlink:href)$/;
/** Attributes whose value is code or markup. */
const CODE_ATTRIBUTES = /^(on.*|style|srcdoc|is)$/;

/** Whether a template may set an attribute to a value. */
export const isSafeAttribute = (name: string, value: string): boolean =>
  !CODE_ATTRIBUTES.test(name) && (!URL_ATTRIBUTES.test(name) || isSafeUrl(value));

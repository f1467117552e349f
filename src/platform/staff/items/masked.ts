/** An e-mail address for people who may not see it: `a…@m….example`. Null stays null. */
export function maskedEmail(email: string | null): string | null {
  if (email === null) return null;
  const [local, domain] = [email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1)];
  const dot = domain.lastIndexOf('.');
  const end = dot > 0 ? domain.slice(dot) : '';
  return `${first(local)}…@${first(domain)}…${end}`;
}

/** The initial of a name: `A.`. Null stays null. */
export function initial(name: string | null): string | null {
  const letter = first(name?.trim() ?? '');
  return letter === '' ? null : `${letter}.`;
}

/** The first character, which may be two UTF-16 units. */
const first = (text: string): string => [...text][0] ?? '';

const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*){0,4}$/;
const MAX_NAME_LENGTH = 128;

/** Characters that JSON allows in texts, but that can end a line of a script or, as in `</script>`, the script element. */
const READ_DIFFERENTLY = /[<\u2028\u2029]/g;

/** In a script this key sets the prototype unless it is computed. Only a key is followed by a colon. */
const PROTOTYPE = /"__proto__":/g;

/** Whether a text is accepted as the name of a callback: up to five plain names joined by dots. */
export function isCallback(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_NAME_LENGTH && NAME.test(name);
}

/**
 * The script that calls the function, if it exists, with a JSON text. Without the comment at its start, the client would choose
 * the first bytes of the response, and could make browsers treat it as another type of file.
 * @param callback a name that {@link isCallback} accepts
 */
export function renderJsonp(callback: string, json: string): string {
  const argument = json
    .replace(READ_DIFFERENTLY, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(PROTOTYPE, '["__proto__"]:');
  return `/**/ typeof ${callback} === 'function' && ${callback}(${argument});`;
}

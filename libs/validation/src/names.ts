/** Characters that nobody sees or that change the direction of those around them: controls and format characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

const LATIN = /\p{Script=Latin}/u;
const LOOKALIKES = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Whether a text holds invisible or direction-changing characters, which names may not (decisions 6.11a). */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

/** Whether a text mixes Latin letters with Cyrillic or Greek ones, many of which look alike (decisions 6.11a). */
export const mixesScripts = (text: string): boolean => LATIN.test(text) && LOOKALIKES.test(text);

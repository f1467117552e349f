import {
  type Fault,
  field,
  hasInvisible,
  mixesScripts,
  readText,
  TEXT_REFERENCE,
  textFault,
} from '#libs/validation';

/** A name in the forum, without invisible characters and without letters that look like Latin ones (contract 6.11a). */
export const Username = (): PropertyDecorator => field('username', readText, TEXT_REFERENCE, usernameFault);

/** The fault of a user name that `readText` returned. */
export const usernameFault: Fault = (value, dto) => {
  const fault = textFault(value, dto);
  if (fault !== null || typeof value !== 'string') return fault;
  return hasInvisible(value) || mixesScripts(value) ? 'is invalid' : null;
};

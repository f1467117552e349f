import { type Fault, field, hasInvisible, mixesScripts, readText, textFault } from '#libs/validation';

/** A name in the forum. It holds nothing invisible and does not mix Latin letters with lookalikes (decisions 6.11a). */
export const Username = (): PropertyDecorator => field('username', readText, usernameFault);

/** What is wrong with a name that was read. */
export const usernameFault: Fault = (value, dto) => {
  const fault = textFault(value, dto);
  if (fault !== null || typeof value !== 'string') return fault;
  return hasInvisible(value) || mixesScripts(value) ? 'is invalid' : null;
};

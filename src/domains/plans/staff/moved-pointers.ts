import { Problem } from '#libs/problem';

/** Does work on a part of a request, and turns the pointers of its refused fields into those of the whole request. */
export async function withPointers<T>(work: Promise<T>, moved: (pointer: string) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem) || !error.facts.errors) throw error;
    const errors = error.facts.errors.map((one) => ({ ...one, pointer: moved(one.pointer) }));
    throw new Problem(error.kind, { ...error.facts, errors });
  }
}

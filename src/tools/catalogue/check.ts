import { CatalogueFaults, Faults, Reading } from '#platform/catalogue';
import { catalogue, type CataloguePart, LONG_LISTS } from './format/catalogue.format';
import type { CatalogueSource, Member } from './source';

/** The path of a member of a long list, `organizations[0].fanclubs[0].customers[7]`. */
export function memberPathOf({ organization, fanclub, list, index }: Omit<Member, 'value'>): string {
  return `organizations[${organization}].fanclubs[${fanclub}].${list}[${index}]`;
}

/** What the first pass over a catalogue yields. */
export interface Checked {
  /** The catalogue without customers and contacts. */
  readonly outline: CataloguePart;
  /** Its faults so far, and the ids and keys it uses. */
  readonly reading: Reading;
}

/**
 * Checks all that the file says by itself: forms, unknown and missing fields, what it gives twice. References, and what
 * the database knows, come later. `each` is told after every batch.
 */
export async function checkForm(
  source: CatalogueSource,
  each: () => void = () => undefined,
): Promise<Checked> {
  const reading = new Reading(new Faults());
  const pass = source.pass(reading.faults);
  for await (const members of pass.members) {
    for (const member of members) {
      if (reading.faults.full) throw new CatalogueFaults(reading.faults.found);
      LONG_LISTS[member.list].read(member.value, memberPathOf(member), reading);
    }
    each();
  }
  return { outline: catalogue.read(pass.outline(), '', reading), reading };
}

import type { FanclubPart } from '#platform/catalogue';

/**
 * The parts, each after those that it refers to. Parts that do not refer to each other stand in the order of their fields'
 * names, so that the order does not depend on the order of the modules. Throws if parts refer to each other in a cycle.
 */
export function inOrder(parts: readonly FanclubPart[]): FanclubPart[] {
  const waiting = [...parts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const ordered: FanclubPart[] = [];
  while (waiting.length > 0) {
    const ready = waiting.findIndex(
      (part) => !waiting.some((other) => other !== part && refersTo(part, other)),
    );
    if (ready < 0) {
      throw new Error(`Parts of the catalogue refer to each other: ${waiting.map(nameOf).join(', ')}`);
    }
    ordered.push(...waiting.splice(ready, 1));
  }
  return ordered;
}

function nameOf({ fields }: Pick<FanclubPart, 'fields'>): string {
  return Object.keys(fields).join(' and ');
}

function refersTo(part: FanclubPart, other: FanclubPart): boolean {
  const provided = Object.values(other.targets).map(({ entity }) => entity);
  return Object.values(part.refersTo).some((entity) => provided.includes(entity));
}

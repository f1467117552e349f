import type { Input, Places, Position, Value } from '#samples';
import { SAMPLES } from '../samples/registry';
import { ABSENT_ID } from './canaries';
import { inputOf } from './inputs';
import type { World } from './world';

/** T2: all positions of requests that name a row, from the samples. */
export function positions(world: World): Position[] {
  const places = placesIn(world);
  return [...SAMPLES.values()].flatMap((samples) => samples.positions?.(places) ?? []);
}

function placesIn({ a1, a2, b1 }: World): Places {
  const ofClubs: Places['ofClubs'] = (what, own = 'everybody') => [
    { what: 'own', value: what(a1), for: own },
    { what: "a sibling club's", value: what(a2), for: 'nobody' },
    { what: "a foreign club's", value: what(b1), for: 'nobody' },
  ];
  const ofMembers: Places['ofMembers'] = (what, everybody = false): Value[] => [
    ...ofClubs(({ members }) => what(members[1]), everybody ? 'everybody' : 1),
    { what: "another customer's", value: what(a1.members[2]), for: everybody ? 'everybody' : 2 },
    { what: "a sibling club's other customer's", value: what(a2.members[2]), for: 'nobody' },
    { what: "a foreign club's other customer's", value: what(b1.members[2]), for: 'nobody' },
  ];
  return {
    a1,
    a2,
    b1,
    absentEmail: `absent@${ABSENT_ID}.example`,
    absentName: `absent-${ABSENT_ID}`,
    absentId: ABSENT_ID,
    ofClubs,
    ofMembers,
    hidden: (what, value) => ({ what, value, for: 'nobody' }),
    inPath: (route, what, values) => ({
      route,
      what,
      values,
      absent: ABSENT_ID,
      input: (id) => ({ ...inputOf(route, a1), params: { id } }),
    }),
    inQuery: (route, name, values, absent) => ({
      route,
      what: name,
      values,
      absent,
      input: (value) => ({ query: { [name]: value } }),
    }),
    inBody: (route, what, values, absent, body, more) => {
      const input = (value: string | number): Input => ({
        ...inputOf(route, a1),
        body: body(value),
        proves: undefined,
      });
      return { route, what, values, absent, input, ...more };
    },
  };
}

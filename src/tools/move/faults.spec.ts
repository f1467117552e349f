import { cellFaults, versionFaults } from './faults';

it.each([
  [15, 15, []],
  [15, 17, []],
  [17, 15, [expect.stringContaining('Upgrade the other one first')]],
  [14, 15, [expect.stringContaining('needs PostgreSQL 15')]],
])('from PostgreSQL %d to %d', (ours, theirs, faults) => {
  expect(versionFaults(ours, theirs)).toEqual(faults);
});

it('two databases with one number are no two cells', () => {
  expect(cellFaults({ source: 1, target: 2 })).toEqual([]);
  expect(cellFaults({ source: 1, target: 1 })).toHaveLength(1);
});

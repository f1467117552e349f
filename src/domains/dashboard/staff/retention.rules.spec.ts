import { retentionOf, shareOf } from './retention.rules';

const COUNTS = { joined: 200, after1: 150, after3: 120, after6: 100, after12: 1 };

describe('retention', () => {
  it('has a number as soon as the month is over in which the last member reaches it', () => {
    const june = (present: string) => retentionOf([{ month: '2026-06', ...COUNTS }], present)[0].stayed;
    expect(june('2026-06')).toEqual({ 1: null, 3: null, 6: null, 12: null });
    expect(june('2026-07')).toEqual({ 1: null, 3: null, 6: null, 12: null });
    expect(june('2026-08')).toEqual({ 1: 150, 3: null, 6: null, 12: null });
    expect(june('2026-10')).toEqual({ 1: 150, 3: 120, 6: null, 12: null });
    expect(june('2027-01')).toEqual({ 1: 150, 3: 120, 6: 100, 12: null });
    expect(june('2027-06')).toEqual({ 1: 150, 3: 120, 6: 100, 12: null });
    expect(june('2027-07')).toEqual({ 1: 150, 3: 120, 6: 100, 12: 1 });
  });

  it('is a share in whole percent', () => {
    const [cohort] = retentionOf([{ month: '2024-12', ...COUNTS }], '2026-11');
    expect([shareOf(cohort, 1), shareOf(cohort, 6), shareOf(cohort, 12)]).toEqual([75, 50, 1]);
    expect(shareOf({ ...cohort, joined: 0 }, 1)).toBeNull();
    const [young] = retentionOf([{ month: '2026-11', ...COUNTS }], '2026-11');
    expect(shareOf(young, 1)).toBeNull();
  });
});

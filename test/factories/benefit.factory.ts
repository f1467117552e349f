import type { Benefit } from '../../src/domains/benefits';
import type { New, Seed } from './seed';

export interface BenefitInput extends Partial<Benefit> {
  fanclubId: number;
}

/** An online benefit. */
export function benefitFactory({ n }: Seed, overrides: BenefitInput): New<Benefit> {
  return {
    summary: `Benefit ${n}`,
    details: `<p>Details of benefit ${n}</p>`,
    benefitType: 'online',
    imageUrl: null,
    ...overrides,
  };
}

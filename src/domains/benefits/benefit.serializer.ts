import type { BenefitRow } from './benefits.queries';

/** The specification's "Benefit". */
export interface BenefitShape {
  id: number;
  summary: string;
  details: string | null;
  benefit_type: string;
  image_url: string | null;
}

/** Prints a benefit; which plans have it stays inside. */
export function benefitShape({ id, summary, details, type, imageUrl }: BenefitRow): BenefitShape {
  return { id, summary, details, benefit_type: type, image_url: imageUrl };
}

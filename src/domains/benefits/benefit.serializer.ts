import type { BenefitRow } from './benefits.queries';

/** Prints the specification's "Benefit". */
export function benefitShape({ id, summary, details, type, imageUrl }: BenefitRow) {
  return { id, summary, details, benefit_type: type, image_url: imageUrl };
}

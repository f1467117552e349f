import type { BenefitRow } from './benefits.queries';

/** Prints a benefit (contract 5.19). */
export function benefitShape({ id, summary, details, type, imageUrl }: BenefitRow) {
  return { id, summary, details, benefit_type: type, image_url: imageUrl };
}

import type { BenefitRow } from './benefits.queries';
import type { Benefit } from './dto/benefit.answer';

/** Prints a benefit (contract 5.19). */
export function benefitShape({ id, summary, details, type, imageUrl }: BenefitRow): Benefit {
  return { id, summary, details, benefit_type: type, image_url: imageUrl };
}

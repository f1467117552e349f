import { isoUtc } from '#libs/format';
import type { BenefitItem } from '../benefit-item.entity';
import type { BenefitItemOfClub } from './dto/benefit-item.answers';

/** An item as staff see it. */
export const itemShape = (item: BenefitItem): BenefitItemOfClub => ({
  id: item.id,
  benefit: item.benefitId,
  kind: item.html === null ? 'file' : 'text',
  title: item.title,
  html: item.html,
  file_name: item.fileName,
  media_type: item.mediaType,
  size: item.size,
  sha256: item.sha256?.toString('hex') ?? null,
  created_at: isoUtc(item.createdAt),
  updated_at: isoUtc(item.updatedAt),
});

/** What a change may concern; the version of an item is that of these. */
export const editable = ({ title, html, sha256 }: BenefitItem): object => ({
  title,
  html,
  sha256: sha256?.toString('hex') ?? null,
});

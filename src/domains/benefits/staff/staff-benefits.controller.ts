import {
  ClubStaffController,
  itemController,
  type ItemKind,
  previewController,
  invalidRequest,
} from '#platform/staff';
import { Benefit } from '../benefit.entity';
import { benefitShape } from '../benefit.serializer';
import { benefitsInCatalogue } from '../benefits.catalogue';
import { BenefitsService } from '../benefits.service';
import { objectOf } from '#platform/reference';
import { Benefit as BenefitAnswer } from '../dto/benefit.answer';

const BENEFITS: ItemKind = {
  part: benefitsInCatalogue,
  field: 'benefits',
  entity: Benefit,
  subject: 'benefit',
  html: ['details'],
};

/** The benefits of a fan club, each with its plans. */
@ClubStaffController('benefits')
export class StaffBenefitsController extends itemController(BENEFITS, {
  read: 'plans.read',
  write: 'plans.write',
  sort: ['id', 'summary', 'benefit_type'],
  filters: ['benefit_type'],
  search: ({ summary, benefit_type }) => [summary, benefit_type],
  remove: true,
}) {}

/** GET /account/benefits as a member gets it at any time. */
@ClubStaffController('preview/benefits')
export class BenefitsPreviewController extends previewController(
  'members.read',
  objectOf({ benefits: [BenefitAnswer] }),
  BenefitsService,
  async (benefits, { viewer }) => {
    if (!viewer.isLoggedIn()) {
      throw invalidRequest('Only members who can log in have benefits: choose another one.');
    }
    return { benefits: (await benefits.list(viewer)).map(benefitShape) };
  },
) {}

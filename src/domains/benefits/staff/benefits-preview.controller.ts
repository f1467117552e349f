import { Get } from '@nestjs/common';
import { Problem } from '#libs/problem';
import {
  ClubStaffController,
  CurrentStaff,
  PreviewOf,
  type PreviewWanted,
  Previews,
  PROBLEMS,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { benefitShape } from '../benefit.serializer';
import { BenefitsService } from '../benefits.service';

/** GET /account/benefits as a member gets it at any time. */
@ClubStaffController('preview/benefits')
export class BenefitsPreviewController {
  constructor(
    private readonly previews: Previews,
    private readonly benefits: BenefitsService,
  ) {}

  @Get()
  @StaffOnly('members.read')
  async show(@CurrentStaff() staff: StaffViewer, @PreviewOf() wanted: PreviewWanted) {
    const { viewer } = await this.previews.open(staff, wanted);
    if (!viewer.isLoggedIn()) {
      throw new Problem(PROBLEMS.invalidRequest, {
        detail: 'Only members who can log in have benefits: choose another one.',
      });
    }
    return { benefits: (await this.benefits.list(viewer)).map(benefitShape) };
  }
}

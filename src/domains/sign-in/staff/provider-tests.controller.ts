import { HttpCode, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import { ClubStaffController, CurrentStaff, ItemId, StaffOnly, type StaffViewer } from '#platform/staff';
import { ProviderTest, ProviderTestsService } from './provider-tests.service';

/** Tries login providers that speak OpenID Connect. */
@ClubStaffController('login_providers')
export class StaffProviderTestsController {
  constructor(private readonly tests: ProviderTestsService) {}

  /** Reads the discovery document of a provider with an `issuer`. */
  @Post(':id/test')
  @HttpCode(200)
  @StaffOnly('keys.write')
  @Answers({ 200: ProviderTest })
  test(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<ProviderTest> {
    return this.tests.test(viewer, id);
  }
}

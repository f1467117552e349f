import { Controller, Get } from '@nestjs/common';
import { CurrentViewer, type LoggedInViewer, RequireCustomer } from '#platform/access';
import { benefitShape } from './benefit.serializer';
import { BenefitsService } from './benefits.service';

@Controller('account/benefits')
export class BenefitsController {
  constructor(private readonly benefits: BenefitsService) {}

  @Get()
  @RequireCustomer()
  async list(@CurrentViewer() viewer: LoggedInViewer) {
    return { benefits: (await this.benefits.list(viewer)).map(benefitShape) };
  }
}

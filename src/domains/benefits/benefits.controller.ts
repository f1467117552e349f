import { Controller, Get } from '@nestjs/common';
import { CurrentViewer, type LoggedInViewer, RequireCustomer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { benefitShape } from './benefit.serializer';
import { BenefitsService } from './benefits.service';
import { Chapter, Operation } from '#platform/reference';
import { Benefit } from './dto/benefit.answer';

@Controller('account/benefits')
@Chapter('Benefits', 'What a membership includes.')
export class BenefitsController {
  constructor(private readonly benefits: BenefitsService) {}

  @Get()
  @Operation({
    id: 'listBenefits',
    summary: 'Lists the benefits of the current customer',
    description: 'Empty for a customer without an active subscription.',
    answer: { benefits: [Benefit] },
  })
  @RequireCustomer()
  @CachedAnswer()
  async list(@CurrentViewer() viewer: LoggedInViewer) {
    return { benefits: (await this.benefits.list(viewer)).map(benefitShape) };
  }
}

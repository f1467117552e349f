import { Controller, Get, Query } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { ListPlansQuery } from './dto/list-plans.query';
import { planReadership } from './plan.rules';
import { planFullJson } from './plan.serializer';
import { PlansService } from './plans.service';
import { Chapter, Operation } from '#platform/reference';
import { Plan } from './dto/plan.answer';

@Controller('plans')
@Chapter('Plans', 'The memberships that a fan club offers.')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  @Operation({
    id: 'listPlans',
    summary: 'Lists the plans of the fan club',
    description:
      'Sorted by price, the highest first. Visitors who are not logged in get all plans; a customer without an active ' +
      'subscription gets none, unless the fan club lists them.',
    answer: { plans: [Plan] },
  })
  @AnyVisitor()
  @CachedAnswer(planReadership)
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListPlansQuery) {
    const offered = await this.plans.list(viewer, query);
    return { plans: offered.map(({ plan, standing }) => planFullJson(plan, standing)) };
  }
}

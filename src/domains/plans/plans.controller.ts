import { Controller, Get, Query } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { SameForVisitors } from '#platform/answers';
import { ListPlansQuery } from './dto/list-plans.query';
import { planFullJson } from './plan.serializer';
import { PlansService } from './plans.service';

@Controller('plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  @AnyVisitor()
  @SameForVisitors()
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListPlansQuery) {
    const offered = await this.plans.list(viewer, query);
    return { plans: offered.map(({ plan, standing }) => planFullJson(plan, standing)) };
  }
}

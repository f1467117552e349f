import { COUNT, FLAG, ID, Shaped } from '#platform/reference';

/** The stock of a plan with a capacity. */
export class StockOfPlan {
  @Shaped(ID) plan_id!: number;
  @Shaped(COUNT) capacity!: number;
  @Shaped(COUNT, { description: 'Kept for open orders, and for people to whom the waiting list offers it.' })
  held!: number;
  @Shaped(COUNT) sold!: number;
  @Shaped(COUNT, { description: 'People in the waiting list to whom nothing is offered yet.' })
  waiting!: number;
  @Shaped(FLAG, { description: 'What is free belongs to the waiting list first.' }) sold_out!: boolean;
}

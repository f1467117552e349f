import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { TicketLink } from './ticket-link.entity';

/** Restricts a link to a plan's subscribers. A link without plans is for all entitled customers. */
@Entity('ticket_link_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => TicketLink, ['fanclubId', 'ticketLinkId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'planId', 'ticketLinkId'])
export class TicketLinkPlan {
  @PrimaryColumn('bigint') ticketLinkId!: number;
  @PrimaryColumn('bigint') planId!: number;
  @Column('bigint') fanclubId!: number;
}

export { Event } from './event.entity';
export * from './events.module';
export { TicketLinkPlan } from './ticket-link-plan.entity';
export { type LinkStatus, TicketLink } from './ticket-link.entity';

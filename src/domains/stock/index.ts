export * from './stock.errors';
export * from './stock.module';
export * as stock from './stock';
export { type Place, WaitingListService } from './waiting-list.service';

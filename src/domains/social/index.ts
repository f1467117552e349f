export { ConnectionsService } from './connections.service';
export * from './dto/signed-request.body';
export * from './provider.rules';
export * from './signed-requests';
export * from './social.errors';
export * from './social.module';

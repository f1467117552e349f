import { getMetadataArgsStorage } from 'typeorm';
import '../domains';
import '../platform/platform.module';

/** The entities of all tables, for use without the application. The imports above load them. */
export const ALL_ENTITIES = getMetadataArgsStorage().tables.map(({ target }) => target);

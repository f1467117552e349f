import { Global, Module } from '@nestjs/common';
import { LastKnown } from './last-known';
import { Published } from './published';
import { PublishedChanges } from './published-changes';

/** The cache of published content. */
@Global()
@Module({
  providers: [Published, PublishedChanges, LastKnown],
  exports: [Published, PublishedChanges, LastKnown],
})
export class PublishedModule {}

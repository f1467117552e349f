import { Global, Module } from '@nestjs/common';
import { Published } from './published';
import { PublishedChanges } from './published-changes';

/** What fan clubs publish, in memory. */
@Global()
@Module({ providers: [Published, PublishedChanges], exports: [Published] })
export class PublishedModule {}

import { Global, Module } from '@nestjs/common';
import { Published } from './published';
import { PublishedChanges } from './published-changes';

/** The cache of published content. */
@Global()
@Module({ providers: [Published, PublishedChanges], exports: [Published] })
export class PublishedModule {}

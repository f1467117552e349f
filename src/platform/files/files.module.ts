import { Global, Module } from '@nestjs/common';
import { Files } from './files';

/** Files of fan clubs, for all domains. */
@Global()
@Module({ providers: [Files], exports: [Files] })
export class FilesModule {}

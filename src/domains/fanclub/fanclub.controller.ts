import { Controller, Get } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { SameForVisitors } from '#platform/answers';
import { Config } from '#platform/config';
import { fanclubShape } from './fanclub.serializer';

@Controller('fanclub')
export class FanclubController {
  constructor(private readonly config: Config) {}

  @Get()
  @AnyVisitor({ session: false })
  @SameForVisitors()
  show(@CurrentViewer() viewer: Viewer) {
    const fanclub = fanclubShape(viewer.fanclub, this.config.publicUrl);
    // Clients read `fanclub`; `the service` has the same value (contract 2.1).
    return { fanclub, 'the service': fanclub };
  }
}

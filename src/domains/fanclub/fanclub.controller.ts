import { Controller, Get } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { Config } from '#platform/config';
import { fanclubShape } from './fanclub.serializer';
import { Chapter, Operation } from '#platform/reference';
import { Fanclub } from './dto/fanclub.answer';

@Controller('fanclub')
@Chapter('Fan club', 'The settings of the fan club that its website needs.')
export class FanclubController {
  constructor(private readonly config: Config) {}

  @Get()
  @Operation({
    id: 'showFanclub',
    summary: 'Shows the fan club',
    description: '`fanclub` and `the service` are the same object; read `fanclub`.',
    answer: { fanclub: Fanclub, 'the service': Fanclub },
  })
  @AnyVisitor({ session: false })
  @CachedAnswer()
  show(@CurrentViewer() viewer: Viewer) {
    const fanclub = fanclubShape(viewer.fanclub, this.config.publicUrl);
    // Clients read `fanclub`; `the service` has the same value (contract 2.1).
    return { fanclub, 'the service': fanclub };
  }
}

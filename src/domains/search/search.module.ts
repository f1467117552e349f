import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';
import { SearchAudit } from './search-audit.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SearchAudit])],
  controllers: [SearchController],
  providers: [SearchService],
})
export class SearchModule {}

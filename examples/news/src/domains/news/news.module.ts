import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ArticleLike } from './article-like.entity';
import { Article } from './article.entity';
import { newsInCatalogue } from './news.catalogue';
import { NewsController } from './news.controller';
import { NewsService } from './news.service';
import { StaffNewsModule } from './staff/staff-news.module';

@Module({
  imports: [StaffNewsModule, TypeOrmModule.forFeature([Article, ArticleLike])],
  controllers: [NewsController],
  providers: [NewsService],
})
@InCatalogue(newsInCatalogue)
export class NewsModule {}

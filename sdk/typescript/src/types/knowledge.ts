import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** Something that assistants answer from. */
export type KnowledgeSource = Schemas['KnowledgeSource'];

/** What goes with a file of knowledge. */
export type KnowledgeFileOptions = Schemas['UploadKnowledgeSource'];

/** An article, a question, a page or a site to add; or a file. */
export type CreateKnowledgeSourceRequest =
  | Schemas['CreateKnowledgeSource']
  | (KnowledgeFileOptions & { file: Blob | Uint8Array; filename?: string });

/** What to change of a source; the rest stays. */
export type UpdateKnowledgeSourceRequest = Schemas['UpdateKnowledgeSource'];

/** Which sources to list. */
export interface ListKnowledgeSourcesParams
  extends ListParams,
    Optional<{
      /** Only sources of this kind. */
      kind: KnowledgeSource['kind'];
      /** Only sources in this state. */
      state: KnowledgeSource['state'];
    }> {}

/** The pages of a web source. */
export type KnowledgePages = Schemas['KnowledgePages'];

/** A piece of knowledge that is found and cited by itself. */
export type KnowledgePassage = Schemas['KnowledgePassage'];

/** Which passages to list. */
export interface ListKnowledgePassagesParams
  extends ListParams,
    Optional<{
      /** Only passages of this source. */
      sourceId: string;
      /** Only passages that speak to a model rather than to people. */
      flagged: boolean;
    }> {}

/** A question as a customer would ask it. */
export type SearchKnowledgeRequest = Schemas['SearchKnowledge'];

/** What an assistant would find for a question. */
export type FoundKnowledge = Schemas['FoundKnowledge'];

/** Settings of the knowledge as a whole. */
export type KnowledgeSettings = Schemas['KnowledgeSettings'];

/** What to change of the settings; the rest stays. */
export type UpdateKnowledgeSettingsRequest = Schemas['UpdateKnowledgeSettings'];

/** Questions that no knowledge answers and that are alike. */
export type KnowledgeGap = Schemas['KnowledgeGap'];

/** Which gaps to list. */
export interface ListKnowledgeGapsParams
  extends ListParams,
    Optional<{
      /** Only gaps in this state. */
      state: KnowledgeGap['state'];
    }> {}

/** The answer to a question without evidence. */
export type AnswerGapRequest = Schemas['AnswerGap'];

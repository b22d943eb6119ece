import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** Something that assistants answer from. */
export type KnowledgeSource = Schemas['KnowledgeSource'];

/** The options of a knowledge file. */
export type KnowledgeFileOptions = Schemas['UploadKnowledgeSource'];

/** An article, a question, a page, a site or a file to add. */
export type CreateKnowledgeSourceRequest =
  | Schemas['CreateKnowledgeSource']
  | (KnowledgeFileOptions & { file: Blob | Uint8Array; filename?: string });

/** Changes to a source; absent fields stay. */
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

/** A part of a source that is found and cited on its own. */
export type KnowledgePassage = Schemas['KnowledgePassage'];

/** Which passages to list. */
export interface ListKnowledgePassagesParams
  extends ListParams,
    Optional<{
      /** Only passages of this source. */
      sourceId: string;
      /** Only passages that give orders to a model. */
      flagged: boolean;
    }> {}

/** A question as a customer would ask it. */
export type SearchKnowledgeRequest = Schemas['SearchKnowledge'];

/** What an assistant would find for a question. */
export type FoundKnowledge = Schemas['FoundKnowledge'];

/** Settings of all knowledge. */
export type KnowledgeSettings = Schemas['KnowledgeSettings'];

/** Changes to the settings; absent fields stay. */
export type UpdateKnowledgeSettingsRequest = Schemas['UpdateKnowledgeSettings'];

/** Similar questions that no knowledge answers. */
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

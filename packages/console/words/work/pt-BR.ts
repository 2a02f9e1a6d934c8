import type { WorkWords } from './en';

export const WORK_PT_BR: WorkWords = {
  reason: 'Motivo (3 a 500 caracteres, fica no registro)',
  busy: 'Enviando…',
  opening: {
    button: 'Abrir dados pessoais',
    title: 'Abrir dados pessoais',
    lead: 'A abertura é registrada com seu nome e motivo antes de você ver o valor, e aparece na linha do tempo.',
    field: 'Valor',
    action: 'Abrir',
    fields: {
      EXTERNAL_ID: 'Id do usuário no parceiro',
      DOCUMENT: 'Documento',
      NAME: 'Nome',
      BIRTH_DATE: 'Data de nascimento',
      PAYEE: 'Recebedor',
      PAYER: 'Pagador',
    },
    none: 'Não há tal valor, ou ele não pode mais ser aberto.',
    minute: 'Este texto desaparece depois de um minuto.',
  },
};

{{- define "lastro.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "lastro.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "lastro.labels" -}}
app.kubernetes.io/name: lastro
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* A pod; takes root, process, values (its replicas and resources) and script. */}}
{{- define "lastro.pod" -}}
{{- $ := .root -}}
metadata:
  labels:
    {{- include "lastro.labels" $ | nindent 4 }}
    app.kubernetes.io/component: {{ .process }}
  annotations:
    checksum/config: {{ include (print $.Template.BasePath "/configmap.yaml") $ | sha256sum }}
    {{- with $.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  # A stop takes 15 s at most.
  terminationGracePeriodSeconds: 30
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with $.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: lastro
      image: {{ include "lastro.image" $ | quote }}
      imagePullPolicy: {{ $.Values.image.pullPolicy }}
      args: [{{ .script | quote }}]
      envFrom:
        - secretRef: { name: {{ $.Values.existingSecret | quote }} }
        - configMapRef: { name: {{ include "lastro.name" $ }} }
      ports:
        - { name: http, containerPort: {{ $.Values.httpPort }} }
        - { name: metrics, containerPort: {{ $.Values.metrics.port }} }
        {{- if $.Values.console.publicUrl }}
        - { name: console, containerPort: {{ $.Values.console.port }} }
        {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 3
        failureThreshold: 6
      # Asked more often than DRAIN_MS, for which a process that stops still takes requests.
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 1
        timeoutSeconds: 3
        failureThreshold: 1
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /app/data }
        - { name: tmp, mountPath: /tmp }
        - { name: files, mountPath: /app/files, readOnly: true }
  volumes:
    # A run file and a lock; nothing that is missed.
    - name: data
      emptyDir: { sizeLimit: 64Mi }
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    - name: files
      configMap: { name: {{ include "lastro.name" $ }}-files }
{{- end -}}
